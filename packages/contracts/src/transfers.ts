// Copying and moving files and folders, and the trash can.
// https://jfrog.com/help/r/jfrog-rest-apis/artifacts-storage
import { z } from 'zod'
import { ItemPath } from './artifact-storage.ts'
import { endpoint } from './endpoint.ts'

const api = '/artifactory/api'

const Flag = z.enum(['0', '1', 'true', 'false', ''], { error: 'Write 1 or 0.' }).optional()

const TransferQuery = z.object({
  to: z.string({ error: 'Name the target: to=/repository/path.' }).max(10_000),
  dry: Flag.describe('1: tell what would happen, and change nothing'),
  suppressLayouts: Flag.describe('Layouts are not translated here in any case'),
  failFast: Flag.describe('Either everything is transferred or nothing, so this changes nothing'),
})

export const Messages = z.object({
  messages: z.array(z.object({ level: z.enum(['INFO', 'WARNING', 'ERROR']), message: z.string() })),
})

export const TrashSettings = z.object({
  isOn: z.boolean().describe('Whether what is deleted goes to the trash can first'),
  days: z
    .number()
    .int('Enter whole days')
    .min(1, 'Enter 1 day at least')
    .max(3650, 'Enter 3650 days at most')
    .describe('How long it is kept'),
})
export type TrashSettings = z.infer<typeof TrashSettings>

export const TrashState = z.object({
  settings: TrashSettings,
  files: z.number().int(),
  bytes: z.number().int().describe('Of all files in it, whether or not others share their bytes'),
})
export type TrashState = z.infer<typeof TrashState>

export const transfers = {
  copy: endpoint(`POST ${api}/copy/{path}`, 'Copy a file or folder', {
    takesRest: true,
    params: ItemPath,
    query: TransferQuery,
    response: Messages,
  }),
  move: endpoint(`POST ${api}/move/{path}`, 'Move a file or folder', {
    takesRest: true,
    params: ItemPath,
    query: TransferQuery,
    response: Messages,
  }),
  restore: endpoint(`POST ${api}/trash/restore/{path}`, 'Give back what was deleted', {
    takesRest: true,
    params: ItemPath,
    query: z.object({ to: z.string().max(10_000).optional().describe('Where to, if not where it was') }),
    response: Messages,
  }),
  clean: endpoint(`POST ${api}/trash/clean/{path}`, 'Delete from the trash can for good', {
    takesRest: true,
    params: ItemPath,
    response: Messages,
  }),
  empty: endpoint(`POST ${api}/trash/empty`, 'Empty the trash can', { response: Messages }),
  trashSettings: endpoint('GET /ui/api/v1/trash', 'How long deleted files are kept', {
    response: TrashSettings,
  }),
  trashState: endpoint('GET /ui/api/v1/trash/state', 'What lies in the trash can, and for how long', {
    response: TrashState,
  }),
  changeTrashSettings: endpoint('PUT /ui/api/v1/trash', 'Change how long deleted files are kept', {
    body: TrashSettings,
    response: TrashSettings,
  }),
}
