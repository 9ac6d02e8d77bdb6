// A backup that was not made, told to administrators by mail, where there is a mail server.
import { isAdministrator } from '../../access/people/administrators.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { enqueueLetter, writeLetter, type Letter } from '../../platform/mail/letters.ts'
import { mailServer } from '../../platform/mail/settings.ts'
import type { Services } from '../feature.ts'

const mostLetters = 100

export async function tellAdministrators(services: Services, key: string, reason: string): Promise<void> {
  const { access, database } = services
  const server = await access.live.get(mailServer)
  if (!server.isEnabled) return
  const base = server.baseUrl || services.baseUrl
  const people = await database.db
    .selectFrom('users')
    .select(['users.name', 'users.email'])
    .where('users.status', '=', 'enabled')
    .where('users.email', 'is not', null)
    .where(isAdministrator)
    .orderBy('users.name')
    .limit(mostLetters)
    .execute()
  await transaction(database, async (db) => {
    for (const { name, email } of people)
      await enqueueLetter(db, access.vault, letterFor({ name, email: email ?? '', key, reason, base }))
  })
}

interface Told {
  name: string
  email: string
  key: string
  reason: string
  base: string | undefined
}

const letterFor = ({ name, email, key, reason, base }: Told): Letter =>
  writeLetter({
    to: email,
    subject: `The backup ${key} was not made`,
    before: [`Hello ${name},`, `the backup ${key} was not made:`, reason.slice(0, 2000)],
    ...(base && {
      action: {
        label: 'Look at the backups',
        url: `${base.replace(/\/+$/, '')}/ui/admin/monitoring/storage-summary`,
      },
    }),
    after: ['The next one comes in its time. Administrators get this letter each time that it fails.'],
  })
