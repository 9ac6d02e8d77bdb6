// Promoting a run, by the call that build tools make. A dry run changes nothing and names every problem.
import { artifactoryBuilds, type BuildMessages, type BuildPromotion, builds } from '@bindery/contracts'
import { useMutation as useCacheMutation } from '@tanstack/react-query'
import { addressOf, callAddress } from '../../lib/call.ts'
import { readProperties } from '../../lib/property-text.ts'
import { cache } from '../../lib/query.ts'
import type { RunPlace } from './queries.ts'

export interface PromotionDraft {
  status: string
  /** Empty: the files stay where they are. */
  target: string
  isCopy: boolean
  withDependencies: boolean
  comment: string
  properties: string
}

export const emptyPromotion: PromotionDraft = {
  status: '',
  target: '',
  isCopy: true,
  withDependencies: false,
  comment: '',
  properties: '',
}

const bodyOf = (draft: PromotionDraft, isDry: boolean): BuildPromotion => ({
  status: draft.status.trim(),
  comment: draft.comment.trim(),
  copy: draft.isCopy,
  dependencies: draft.withDependencies,
  dryRun: isDry,
  failFast: !isDry,
  ...(draft.target === '' ? {} : { targetRepo: draft.target }),
  ...(draft.target === '' ? {} : { properties: Object.fromEntries(readProperties(draft.properties)) }),
})

/** The name and the number are coded each by itself: both may have slashes. */
async function promote({ name, number, repository, started }: RunPlace, body: BuildPromotion) {
  const path = artifactoryBuilds.promote.path.replace('{build}', '{name}/{number}')
  const query = { buildRepo: repository, started }
  return callAddress<BuildMessages>('POST', addressOf(path, { name, number }, query), body)
}

export const useRehearsal = (run: RunPlace) =>
  useCacheMutation({ mutationFn: (draft: PromotionDraft) => promote(run, bodyOf(draft, true)) })

export const usePromotion = (run: RunPlace) =>
  useCacheMutation({
    mutationFn: (draft: PromotionDraft) => promote(run, bodyOf(draft, false)),
    onSuccess: () =>
      Promise.all(
        [builds.get, builds.artifacts, builds.dependencies, builds.runs, builds.list, builds.document].map(
          ({ path }) => cache.invalidateQueries({ queryKey: [path] }),
        ),
      ),
  })
