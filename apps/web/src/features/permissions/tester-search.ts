import type { Action } from '@bindery/contracts'
import { type RawSearch, textParam } from '../../lib/search-params.ts'
import { allActions } from '../../shared/access/actions.ts'
import { testedSections, type TestedSection } from '../../shared/access/sections.ts'

interface TesterSearch {
  subject?: string | undefined
  action?: Action | undefined
  section?: TestedSection | undefined
  path?: string | undefined
}

export const parseTesterSearch = (raw: RawSearch): TesterSearch => ({
  subject: textParam(raw['subject']),
  action: allActions.find((action) => action === raw['action']),
  section: testedSections.find((section) => section === raw['section']),
  path: textParam(raw['path']),
})
