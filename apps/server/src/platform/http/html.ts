// HTML made on the server, for the few pages that are no part of the web application.
// html`…` escapes every value that is not itself made by html`…`: forgetting is not possible.

export interface Html {
  readonly html: string
}

export function html(strings: TemplateStringsArray, ...values: (Html | Html[] | string | number)[]): Html {
  const rest = values.map((value, index) => render(value) + (strings[index + 1] ?? ''))
  return { html: (strings[0] ?? '') + rest.join('') }
}

function render(value: Html | Html[] | string | number): string {
  if (Array.isArray(value)) return value.map((item) => item.html).join('')
  return typeof value === 'object' ? value.html : escapeHtml(String(value))
}

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (mark) => entities[mark] ?? mark)

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
