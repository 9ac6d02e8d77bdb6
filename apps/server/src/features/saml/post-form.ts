// A page that sends itself: the one way to make a browser POST to another site. It may run one script, known by its hash.
import { hash } from 'node:crypto'
import { html, type Html } from '../../platform/http/html.ts'
import { PlainReply } from '../../platform/http/implement.ts'

const submit = 'document.forms[0].submit()'
const submitHash = hash('sha256', submit, 'base64')
// Whole and by itself, because its hash allows not one blank more.
const script: Html = { html: `<script>${submit}</script>` }

export function postForm(action: string, message: string): PlainReply {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>Going to the identity provider</title>
      </head>
      <body>
        <form method="post" action="${action}">
          <input type="hidden" name="SAMLRequest" value="${message}" />
          <noscript><button>Continue</button></noscript>
        </form>
        ${script}
      </body>
    </html>`
  return new PlainReply({
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; script-src 'sha256-${submitHash}'; base-uri 'none'; frame-ancestors 'none'`,
    },
    body: page.html,
  })
}
