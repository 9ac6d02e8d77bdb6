import { createElement, Fragment, type ReactNode, useMemo } from 'react'

/**
 * A text with marks in it. It is taken apart and built anew from what is on the list, so nothing in it can act: no
 * scripts, no styles, no attributes but the address of a link.
 */
export function SafeHtml({ html }: { html: string }) {
  return useMemo(() => nodesOf(new DOMParser().parseFromString(html, 'text/html').body), [html])
}

const marks = new Set(['p', 'br', 'b', 'strong', 'i', 'em', 'code', 'ul', 'ol', 'li'])
const dropped = new Set(['script', 'style', 'template', 'noscript'])

const nodesOf = (parent: Node): ReactNode[] =>
  [...parent.childNodes].map((node, index) => <Fragment key={index}>{toReact(node)}</Fragment>)

function toReact(node: Node): ReactNode {
  if (node instanceof Text) return node.data
  if (!(node instanceof Element)) return null
  const name = node.tagName.toLowerCase()
  if (dropped.has(name)) return null
  if (name === 'br') return <br />
  const href = name === 'a' ? webAddress(node.getAttribute('href')) : undefined
  if (href !== undefined)
    return (
      <a href={href} target="_blank" rel="noopener noreferrer">
        {nodesOf(node)}
      </a>
    )
  return marks.has(name) ? createElement(name, {}, nodesOf(node)) : nodesOf(node)
}

function webAddress(href: string | null): string | undefined {
  const url = href === null ? null : URL.parse(href)
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined
}
