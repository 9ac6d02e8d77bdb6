// What every application of the browser tests holds from the start.
import type { TestApp } from '../support/app.ts'

const readme = `# Billing

Invoices for the shop. <span style="color: red" onclick="alert(1)">Plain text.</span>

<script>document.title = 'owned'</script>
<style>body { display: none }</style>

## Use

\`\`\`js
import { invoice } from '@acme/billing'
\`\`\`

[The guide](docs/guide.md), [a trap](javascript:alert(1)), ![picture](https://images.example.org/shop.png)
`

export async function seed(app: TestApp) {
  const manifest = {
    description: 'Invoices, metering and tax rules',
    license: 'MIT',
    keywords: ['billing', 'internal'],
    homepage: 'https://docs.example.org/billing',
    repository: { type: 'git', url: 'git+https://git.example.org/acme/billing.git' },
    dependencies: { 'tiny-cache': '^1.0.0', undici: '^7.0.0' },
  }
  for (const version of ['1.2.0', '1.9.0', '1.10.0', '2.0.0'])
    await app.publish('npm', '@acme/billing', version, { manifest, readme })
  await app.publish('npm', '@acme/billing', '2.1.0-rc.1', { manifest, readme, tag: 'next' })
  await app.publish('npm', 'tiny-cache', '1.0.0', {
    manifest: { description: 'A small cache', license: 'ISC' },
  })
  await app.publish('npm', 'zebra-lines', '3.1.0', { manifest: { description: 'Striped output' } })
}
