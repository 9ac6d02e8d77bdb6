import { live } from '@bindery/contracts'
import { PlainReply } from '../../platform/http/implement.ts'
import { implement } from '../feature.ts'
import { hubOf } from './hub.ts'

export const endpoints = implement(live, {
  events: {
    allow: 'browse',
    handle: async (call, services) =>
      new PlainReply({
        status: 200,
        headers: {
          'content-type': 'text/event-stream',
          // Nothing between here and the browser may keep, change or collect what is sent.
          'cache-control': 'no-store, no-transform',
          'x-accel-buffering': 'no',
        },
        body: await hubOf(services).open(call),
      }),
  },
})
