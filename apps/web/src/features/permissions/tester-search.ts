import type { Action } from '@bindery/contracts'
import { type RawSearch, textParam } from '../../lib/search-params.ts'
import { fileActions } from '../../shared/access/actions.ts'

export interface TesterSearch {
  subject?: string | undefined
  action?: Action | undefined
  path?: string | undefined
}

export const parseTesterSearch = (raw: RawSearch): TesterSearch => ({
  subject: textParam(raw['subject']),
  action: fileActions.find((action) => action === raw['action']),
  path: textParam(raw['path']),
})
