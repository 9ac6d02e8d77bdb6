// A package type that has no format of its own yet: its files are kept and served as they are, without packages.
import { json } from '../platform/http/wire.ts'
import type { Format } from './format.ts'

export const plainFormat = (id: string, label: string): Format => ({
  id,
  label,
  purlType: 'generic',
  // A box seen from the front; drawn for Bindery.
  icon: 'M12 2 3 6.5v11L12 22l9-4.5v-11L12 2Zm0 2.2 6.2 3.1L12 10.4 5.8 7.3 12 4.2ZM5 8.9l6 3v7.2l-6-3V8.9Zm8 10.2v-7.2l6-3v7.2l-6 3Z',
  compareVersions: (a, b) => a.localeCompare(b, 'en', { numeric: true }),
  renderError: (error, requestId) =>
    json(
      error.status,
      { errors: [{ status: error.status, message: error.message }] },
      { ...error.headers, 'x-request-id': requestId },
    ),
  install: () => [],
  guide: [
    {
      client: 'curl',
      check: ['curl --fail -I -H "Authorization: Bearer {token}" "{url}"'],
      install: ['curl --fail -L -O -H "Authorization: Bearer {token}" "{url}<path>/<file>"'],
      publish: ['curl --fail -T <file> -H "Authorization: Bearer {token}" "{url}<path>/<file>"'],
      troubles: [
        { cause: 'address', lines: ['curl -sS -o /dev/null -w "%{http_code}\\n" "{url}"'] },
        { cause: 'token', lines: ['curl -i -H "Authorization: Bearer {token}" "{url}"'] },
        { cause: 'certificate', lines: ['curl --cacert <file.pem> "{url}"'] },
        { cause: 'proxy', lines: ['env | grep -i _proxy', 'curl --noproxy "*" "{url}"'] },
        { cause: 'details', lines: ['curl -v "{url}"'] },
      ],
    },
  ],
  clientPath: (key) => `/artifactory/${key}/`,
})
