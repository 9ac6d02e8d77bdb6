// Who follows which repository, folder, file or package, and what followers are told.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** A place of a repository, or a package by its id wherever it lies. */
export const FollowTarget = z.object({
  repository: z.string(),
  path: z.string().describe('Empty for the repository itself'),
  package: z.string().describe('Such as npm://left-pad; instead of a place'),
})
export type FollowTarget = z.infer<typeof FollowTarget>

export const GivenTarget = z.object({
  repository: z.string().max(64).default(''),
  path: z.string().max(4096).default(''),
  package: z.string().max(512).default(''),
})

export const Follower = z.object({
  id: z.string(),
  name: z.string(),
  since: z.string(),
  target: FollowTarget.describe('What they follow: this very place, or one above it'),
  isHere: z.boolean().describe('They follow this very place'),
  isOwn: z.boolean().describe('It is oneself'),
})
export type Follower = z.infer<typeof Follower>

export const Followers = z.object({
  own: z.string().nullable().describe('The id of what one follows oneself'),
  items: z.array(Follower).describe('The first of them'),
  total: z.number().int(),
  canRemove: z.boolean().describe('Whether one may end what others follow'),
})
export type Followers = z.infer<typeof Followers>

export const Follow = z.object({
  id: z.string(),
  target: FollowTarget,
  since: z.string(),
  isMissing: z.boolean().describe('Nothing lies there at the moment'),
})
export type Follow = z.infer<typeof Follow>

export const FollowNews = z.object({
  id: z.string(),
  target: FollowTarget,
  at: z.string().describe('When the last of it happened'),
  isRead: z.boolean(),
  added: z.number().int(),
  removed: z.number().int(),
  annotated: z.number().int(),
  by: z.string().describe('Who did the last of it'),
  last: FollowTarget.nullable().describe('What it happened to last, when one may read that'),
})
export type FollowNews = z.infer<typeof FollowNews>

/** The preference that says whether letters are wanted: they are, until it is false. */
export const followMailPreference = 'followMail'

const base = '/ui/api/v1/follows'

export const follows = {
  list: endpoint(`GET ${base}`, 'What I follow', { response: z.array(Follow) }),
  followers: endpoint(`GET ${base}/followers`, 'Who follows a place or a package', {
    query: GivenTarget,
    response: Followers,
  }),
  follow: endpoint(`POST ${base}`, 'Follow a place or a package', { body: GivenTarget, response: Follow }),
  unfollow: endpoint(`DELETE ${base}/{id}`, 'Follow no longer; administrators may end what others follow', {
    params: z.object({ id: z.string().max(64) }),
  }),
  news: endpoint(`GET ${base}/news`, 'What happened to what I follow, newest first', {
    response: z.array(FollowNews),
  }),
  readNews: endpoint(`POST ${base}/news/read`, 'I have seen the news', {}),
  clearNews: endpoint(`DELETE ${base}/news`, 'Forget the news', {}),
}
