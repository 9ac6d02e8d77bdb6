// From foreign Markdown to safe elements. What is not on the list does not come through; images of other
// servers become links, because loading them would tell those servers who reads what.
import createPurifier from 'dompurify'
import { Marked } from 'marked'
import { webAddress } from './web-address.ts'

const allowed = {
  ALLOWED_TAGS: [
    ...[
      'h1',
      'h2',
      'h3',
      'h4',
      'h5',
      'h6',
      'p',
      'br',
      'hr',
      'blockquote',
      'pre',
      'code',
      'kbd',
      'samp',
      'var',
    ],
    ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'table', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'caption'],
    ...[
      'a',
      'img',
      'strong',
      'b',
      'em',
      'i',
      'u',
      's',
      'del',
      'ins',
      'sub',
      'sup',
      'mark',
      'small',
      'abbr',
      'q',
    ],
    ...['details', 'summary', 'div', 'span'],
  ],
  ALLOWED_ATTR: [
    'href',
    'src',
    'alt',
    'title',
    'id',
    'class',
    'align',
    'colspan',
    'rowspan',
    'open',
    'start',
  ],
  ALLOW_DATA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|#|\/|\.{0,2}[^:]*$)/i,
  RETURN_DOM_FRAGMENT: true as const, // chooses the overload that returns elements
}

const markdown = new Marked({
  gfm: true,
  renderer: {
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
    html: ({ text }) => text.replaceAll(reported, ''),
  },
})

// The sanitiser drops these as well; but it has to parse them first, and then the browser reports each
// as a violation of the security policy.
const reported =
  /<(?:style|script)\b[\s\S]*?(?:<\/(?:style|script)\s*>|$)|\s(?:style|on\w+)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi

export function readmeFragment(text: string, source: string | null): DocumentFragment {
  const html = markdown.parse(text, { async: false })
  const fragment = createPurifier(window).sanitize(html, allowed)
  const base = source === null ? undefined : webAddress(source)
  for (const element of fragment.querySelectorAll('[class]')) keepLanguage(element)
  for (const element of fragment.querySelectorAll('[id]')) element.id = `readme-${element.id}`
  for (const image of fragment.querySelectorAll('img')) replaceImage(image, base)
  for (const link of fragment.querySelectorAll('a')) mend(link, base)
  for (const heading of fragment.querySelectorAll('h1, h2, h3, h4, h5, h6')) shift(heading)
  for (const block of fragment.querySelectorAll('pre, table')) makeReachable(block)
  return fragment
}

function keepLanguage(element: Element) {
  const kept = [...element.classList].filter((name) => name.startsWith('language-'))
  if (kept.length === 0) element.removeAttribute('class')
  else element.className = kept.join(' ')
}

/** The page has its own first two levels. */
function shift(heading: Element) {
  const level = Math.min(Number(heading.tagName.slice(1)) + 2, 6)
  const shifted = document.createElement(`h${level}`)
  shifted.id = heading.id === '' ? `readme-${slug(heading.textContent ?? '')}` : heading.id
  shifted.append(...heading.childNodes)
  heading.replaceWith(shifted)
}

function replaceImage(image: HTMLImageElement, base: URL | undefined) {
  const src = image.getAttribute('src') ?? ''
  if (src.startsWith('data:')) return image.remove()
  const text = image.alt === '' ? (src.split('/').at(-1) ?? '') : image.alt
  const address = resolve(src, base)
  if (address === undefined || image.closest('a') !== null) return image.replaceWith(text)
  const link = document.createElement('a')
  link.href = address
  link.textContent = text
  return image.replaceWith(link)
}

function mend(link: HTMLAnchorElement, base: URL | undefined) {
  const href = link.getAttribute('href')
  if (href === null) return link.replaceWith(...link.childNodes)
  if (href.startsWith('#')) {
    link.setAttribute('href', `#readme-${href.slice(1)}`)
    return
  }
  const address = href.startsWith('mailto:') ? href : resolve(href, base)
  if (address === undefined) return link.replaceWith(...link.childNodes)
  link.href = address
  link.target = '_blank'
  link.rel = 'noopener noreferrer'
  link.title = href.startsWith('mailto:') ? address : new URL(address).host
}

/** Relative addresses mean the package's source; without one they lead nowhere. */
function resolve(href: string, base: URL | undefined): string | undefined {
  try {
    const folder = base === undefined ? undefined : `${base.href.replace(/\/$/, '')}/`
    const url = folder === undefined ? new URL(href) : new URL(href, folder)
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined
  } catch {
    return undefined
  }
}

// Wide blocks scroll, and what scrolls must be reachable without a mouse.
function makeReachable(block: Element) {
  block.setAttribute('tabindex', '0')
}

const slug = (text: string) =>
  text
    .toLowerCase()
    .trim()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
