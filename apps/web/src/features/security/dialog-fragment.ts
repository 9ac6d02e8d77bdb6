import createPurifier from 'dompurify'

/** The same harmless tags that the server keeps; what it throws away is not shown here either. */
export const dialogFragment = (html: string): DocumentFragment =>
  createPurifier(window).sanitize(html, {
    ALLOWED_TAGS: ['p', 'br', 'b', 'strong', 'i', 'em', 'u', 'ul', 'ol', 'li', 'a', 'h3', 'h4', 'code', 'hr'],
    ALLOWED_ATTR: ['href'],
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:)/i,
    RETURN_DOM_FRAGMENT: true,
  })
