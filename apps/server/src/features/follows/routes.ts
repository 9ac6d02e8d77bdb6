import { follows } from '@bindery/contracts'
import { implement } from '../feature.ts'
import { follow, listFollowers, listFollows, unfollow } from './follow.ts'
import { clearNews, listNews, readNews } from './news.ts'

export const endpoints = implement(follows, {
  list: { allow: 'signed-in', handle: ({ actor }, services) => listFollows(services, actor) },
  followers: {
    allow: 'signed-in',
    handle: ({ actor, query }, services) => listFollowers(services, actor, query),
  },
  follow: { allow: 'signed-in', handle: ({ actor, body }, services) => follow(services, actor, body) },
  unfollow: { allow: 'signed-in', handle: (call, services) => unfollow(services, call, call.params.id) },
  news: { allow: 'signed-in', handle: ({ actor }, services) => listNews(services, actor) },
  // What one has seen is no change of what the installation holds.
  readNews: {
    allow: 'signed-in',
    worksReadOnly: true,
    handle: ({ actor }, services) => readNews(services, actor),
  },
  clearNews: { allow: 'signed-in', handle: ({ actor }, services) => clearNews(services, actor) },
})
