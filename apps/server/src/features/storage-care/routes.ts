import { storageCare } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import { implement, type Services } from '../feature.ts'
import { garbageTask, readGarbage, saveGarbage } from './garbage.ts'
import { readLimits, saveLimits } from './limits.ts'
import { ask, type Task } from './requests.ts'
import { readScrub, saveScrub, scrubTask } from './scrub.ts'

export const endpoints = implement(storageCare, {
  garbage: { allow: 'administer', handle: (_call, services) => readGarbage(services) },
  saveGarbage: { allow: 'administer', handle: (call, services) => saveGarbage(services, call, call.body) },
  collect: {
    allow: 'administer',
    handle: ({ actor, body }, services) => begin(services, garbageTask, actor, body.isPreview),
  },
  scrub: { allow: 'administer', handle: (_call, services) => readScrub(services) },
  saveScrub: { allow: 'administer', handle: (call, services) => saveScrub(services, call, call.body) },
  startScrub: { allow: 'administer', handle: ({ actor }, services) => begin(services, scrubTask, actor) },
  limits: { allow: 'administer', handle: (_call, services) => readLimits(services) },
  saveLimits: { allow: 'administer', handle: (call, services) => saveLimits(services, call, call.body) },
  artifactoryCollect: {
    allow: 'administer',
    handle: ({ actor }, services) => begin(services, garbageTask, actor),
  },
  artifactoryPrune: {
    allow: 'administer',
    handle: ({ actor }, services) => begin(services, garbageTask, actor),
  },
  artifactoryOptimize: {
    allow: 'administer',
    handle: async () => ({ info: 'All bytes lie in one place; there is nothing to optimize.' }),
  },
})

async function begin(
  services: Services,
  task: Task,
  actor: Actor,
  isPreview = false,
): Promise<{ info: string }> {
  await ask(services, task, { by: actor.name, isPreview })
  return { info: 'It runs in the background; the storage summary shows how far it is.' }
}
