// Security headers, made once: a reply only points to one of these objects.
// Two kinds of content live on our origin. Pages of the web application may run their own scripts;
// everything else, stored files above all, may run nothing, even when a browser is pointed at it.

export type HeaderSet = Readonly<Record<string, string>>

interface SecurityHeaders {
  /** For the API, package protocols and stored files. */
  data: HeaderSet
  /** For the pages of the web application and what they load. */
  page: HeaderSet
}

/** `scriptHashes` are the CSP sources of inline scripts (`sha256-…`); static.ts reads them from index.html. */
export function securityHeaders(options: {
  isHttps: boolean
  scriptHashes: readonly string[]
}): SecurityHeaders {
  const shared = options.isHttps
    ? { ...everywhere, 'strict-transport-security': 'max-age=31536000' }
    : everywhere
  return {
    data: Object.freeze({ ...shared, 'content-security-policy': dataPolicy }),
    page: Object.freeze({
      ...shared,
      ...onPages,
      'content-security-policy': pagePolicy(options.scriptHashes),
    }),
  }
}

const everywhere = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  // Lists of files have links, and their addresses are nobody else's business.
  'referrer-policy': 'same-origin',
}

/** Of these a sandboxed document has no use, and package clients ask for thousands of files. */
const onPages = {
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy':
    'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=(), interest-cohort=()',
}

const dataPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

function pagePolicy(scriptHashes: readonly string[]): string {
  const scripts = ["'self'", ...scriptHashes.map((hash) => `'${hash}'`)].join(' ')
  return [
    "default-src 'self'",
    `script-src ${scripts}`,
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ')
}
