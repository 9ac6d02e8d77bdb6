import { useState } from 'react'
import { cache } from '../../lib/query.ts'
import type { Planned } from './plan.ts'
import { madeNew, useCreate } from './queries.ts'

/** What became of each, by its key: created, or why not. */
export type Outcomes = ReadonlyMap<string, { isMade: true } | { isMade: false; why: string }>

/** Creates one after the other, because a virtual one names those before it; what fails does not stop the rest. */
export function useCreation() {
  const { mutateAsync } = useCreate()
  const [outcomes, setOutcomes] = useState<Outcomes>(new Map())
  const [isBusy, setBusy] = useState(false)
  const create = async (planned: readonly Planned[]) => {
    setBusy(true)
    const found = new Map(outcomes)
    for (const { key, kind, format, config } of planned) {
      try {
        await mutateAsync({ body: { key, kind, format, config } })
        found.set(key, { isMade: true })
      } catch (error) {
        found.set(key, { isMade: false, why: error instanceof Error ? error.message : String(error) })
      }
      setOutcomes(new Map(found))
    }
    await Promise.all(madeNew.map(({ path }) => cache.invalidateQueries({ queryKey: [path] })))
    setBusy(false)
  }
  return { create, outcomes, isBusy }
}
