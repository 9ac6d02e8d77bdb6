// Artifactory's system API: what clients ask before they begin, and what administrators look at.
// https://jfrog.com/help/r/jfrog-rest-apis/system-configuration
import { artifactorySystem } from '@bindery/contracts'
import { accessServiceId } from '../../access/tokens/signing-keys.ts'
import { conflict } from '../../platform/errors.ts'
import { readText } from '../../platform/http/body.ts'
import { PlainReply } from '../../platform/http/implement.ts'
import { text } from '../../platform/http/wire.ts'
import { resolve } from '../../registry/resolve-repository.ts'
import { type HandlerOf, implement } from '../feature.ts'
import { describeConfiguration } from './configuration/document.ts'
import { fromXml, toXml } from './configuration/lists.ts'
import { mergeConfiguration } from './configuration/merge.ts'
import { fromYaml } from './configuration/yaml.ts'
import { explainImport, requestExport } from './export.ts'
import { systemInfo } from './info.ts'
import { scannerIntegration } from './scanner-integration.ts'

const largestDocument = 1024 * 1024

const info: HandlerOf<typeof artifactorySystem, 'info'> = {
  allow: 'administer',
  handle: async (call, services) => new PlainReply(text(200, await systemInfo(services, call.origin))),
}

export const endpoints = implement(artifactorySystem, {
  serviceId: {
    allow: 'signed-in',
    handle: async (_call, { access }) => {
      // One installation, one id: tokens for `jfrt@<id>` are meant for us, too.
      const [, id = ''] = (await accessServiceId(access)).split('@')
      return new PlainReply(text(200, `jfrt@${id}`))
    },
  },
  usage: { allow: 'signed-in', worksReadOnly: true, handle: () => {} },
  info,
  infoByVersion: info,
  scannerIntegration: { allow: 'administer', handle: (_call, services) => scannerIntegration(services) },
  saveScannerIntegration: {
    allow: 'administer',
    handle: (_call, services) => scannerIntegration(services),
  },
  configuration: {
    allow: 'administer',
    handle: async (_call, services) =>
      new PlainReply({
        status: 200,
        headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'no-store' },
        body: toXml(await describeConfiguration(services)),
      }),
  },
  replaceConfiguration: {
    allow: 'administer',
    handle: async (call, services) => {
      const given = fromXml(await readText(call.raw, largestDocument))
      return new PlainReply(text(200, await mergeConfiguration(services, call, given)))
    },
  },
  patchConfiguration: {
    allow: 'administer',
    handle: async (call, services) => {
      const given = await fromYaml(await readText(call.raw, largestDocument))
      return new PlainReply(text(200, await mergeConfiguration(services, call, given)))
    },
  },
  exportSystem: {
    allow: 'administer',
    worksReadOnly: true,
    handle: async (call, services) => {
      const id = await requestExport(services, call, call.body)
      return { info: `The export is made in the background, as the job ${id}.`, jobId: id }
    },
  },
  importSystem: {
    allow: 'administer',
    handle: (call, services) => explainImport(services, call.body.importPath),
  },
  status: {
    allow: 'administer',
    handle: (_call, { registry }) => ({ nodes: [{ id: registry.nodeId, state: 'RUNNING' }] }),
  },
  encrypt: {
    allow: 'administer',
    worksReadOnly: true,
    handle: () => new PlainReply(text(200, 'Secrets are sealed whenever they are stored; none was open.')),
  },
  decrypt: {
    allow: 'administer',
    worksReadOnly: true,
    handle: () => {
      throw conflict('Secrets are kept sealed, always. There is nothing that would store them in the open.')
    },
  },
  filterPaths: {
    allow: 'browse',
    worksReadOnly: true,
    handle: async ({ actor, body }, { registry }) => {
      // What we make of files ourselves is kept beside them, never among them: every path is somebody's own file.
      await resolve(registry, body.repoKey, actor, 'read')
      return body
    },
  },
})
