import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { sliceTests } from './slices.ts'

test('a test is repeated on each engine when it uses the harness, also through a suite, unless it says that one is enough', () => {
  const root = mkdtempSync(join(tmpdir(), 'bindery-slices-'))
  const files = {
    'apps/server/src/formats/npm/routes.test.ts': `import { formatSuite } from '../../registry/format.suite.ts'`,
    'apps/server/src/formats/npm/client.test.ts': `import { startTestApp } from '../../../../../tests/support/app.ts'`,
    'apps/server/src/formats/npm/manifest.test.ts': `import { manifest } from './manifest.ts'`,
    'apps/server/src/registry/format.suite.ts': `import { startTestApp } from '../../../../tests/support/app.ts'`,
    'apps/server/src/platform/blobs/disk.test.ts': `import { blobSuite } from './blob-store.suite.ts'`,
    'apps/server/src/platform/blobs/blob-store.suite.ts': `import { test } from 'vitest'`,
    'tests/threats/http.test.ts': `// One engine is enough: it is about sockets.\nimport { startTestApp } from '../support/app.ts'`,
    'tests/support/app.test.ts': `import { startTestApp } from './app.ts'`,
    'tests/node_modules/x/x.test.ts': `import { startTestApp } from '../../support/app.ts'`,
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  expect(sliceTests(root)).toEqual([
    'apps/server/src/formats/npm/routes.test.ts',
    'tests/support/app.test.ts',
  ])
  rmSync(root, { recursive: true })
})
