/** A tree of its own inside the element: styles of the page stay out, except the tokens of the theme, which are inherited. */
export function shadowOf(element: HTMLElement, rules: string): ShadowRoot {
  const sheet = new CSSStyleSheet() // no style element: the security policy allows none
  sheet.replaceSync(`${shared}\n${rules}`)
  const root = element.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [sheet]
  return root
}

export function add<K extends keyof HTMLElementTagNameMap>(
  parent: ParentNode & Node,
  tag: K,
  text = '',
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  element.textContent = text
  parent.append(element)
  return element
}

const shared = `
:host {
  display: grid;
  gap: 0.75rem;
  padding: 1rem;
  color: var(--text-primary);
  font: 400 0.8125rem/1.25rem var(--font-text);
}
p { margin: 0; color: var(--text-secondary); }
output { font: 650 1.75rem/2.25rem var(--font-text); font-variant-numeric: tabular-nums; }
`
