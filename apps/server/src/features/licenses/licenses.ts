// Adding and removing licences. Keys are judged before anything is written: all are added, or none.
import { noLicense, type CheckedKey, type LicenseState } from '@bindery/contracts'
import { audit, type Doer } from '../../access/audit.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { badRequest, notFound } from '../../platform/errors.ts'
import { readLicenseKey, splitKeys } from '../../platform/installation/license-key.ts'
import {
  describeKey,
  installedLicenses,
  licenseId,
  licenseState,
} from '../../platform/installation/licenses.ts'
import type { Services } from '../feature.ts'

const mostKeys = 100

export async function checkKeys(services: Services, text: string): Promise<CheckedKey[]> {
  const { installation } = services
  const keys = splitKeys(text)
  if (keys.length === 0) throw badRequest('This field is mandatory', 'keys')
  const { keys: installed } = await installation.live.get(installedLicenses)
  const known = new Set(installed.map(({ key }) => key))
  return keys.map((key, index) => {
    const read = readLicenseKey(key, installation.licenseIssuer)
    const license = 'problem' in read ? null : describeKey(installation, key)
    const problem =
      ('problem' in read && read.problem) ||
      (known.has(key) && 'This licence is installed already.') ||
      (keys.indexOf(key) < index && 'This key is given twice.') ||
      (license?.state === 'expired' && `This licence ended on ${license.validThrough ?? ''}.`) ||
      ''
    return { keyEnd: key.slice(-6), license, problem }
  })
}

export async function addKeys(services: Services, by: Doer, text: string): Promise<LicenseState> {
  const { access } = services
  const checked = await checkKeys(services, text)
  const problems = checked.flatMap(({ problem, keyEnd }, index) =>
    problem === '' ? [] : [`Key ${index + 1} (…${keyEnd}): ${problem}`],
  )
  if (problems.length > 0) throw badRequest(problems.join(' '), 'keys')
  const addedAt = services.clock.now().toISOString()
  await transaction(access.database, async (db, after) => {
    const { keys } = await access.live.change(db, after, installedLicenses, (before) => ({
      ...before,
      keys: [
        ...before.keys,
        ...splitKeys(text)
          .filter((key) => before.keys.every((one) => one.key !== key))
          .map((key) => ({ key, addedAt, addedBy: by.actor.name })),
      ],
    }))
    if (keys.length > mostKeys)
      throw badRequest(`At most ${mostKeys} licences can be installed. Remove some first.`, 'keys')
    for (const { license } of checked)
      await audit(access, db, by, {
        kind: 'license.added',
        target: license?.id ?? '',
        detail: { type: license?.type, licensedTo: license?.licensedTo, validThrough: license?.validThrough },
      })
  })
  return licenseState(services)
}

export async function removeLicense(services: Services, by: Doer, id: string): Promise<LicenseState> {
  const { access } = services
  const found = (await licenseState(services)).licenses.find((license) => license.id === id)
  if (!found) throw notFound('licence', id)
  await transaction(access.database, async (db, after) => {
    await access.live.change(db, after, installedLicenses, (before) => ({
      hasBuiltIn: before.hasBuiltIn && id !== 'built-in',
      keys: before.keys.filter(({ key }) => licenseId(key) !== id),
    }))
    await audit(access, db, by, { kind: 'license.removed', target: id, detail: { type: found.type } })
  })
  return licenseState(services)
}

export async function restoreBuiltIn(services: Services, by: Doer): Promise<LicenseState> {
  const { access } = services
  await transaction(access.database, async (db, after) => {
    await access.live.change(db, after, installedLicenses, (before) => ({ ...before, hasBuiltIn: true }))
    await audit(access, db, by, { kind: 'license.restored', target: 'built-in' })
  })
  return licenseState(services)
}

/** As Artifactory says it: a licence without an end ends in 2099. */
export async function wireLicense(services: Services) {
  const { licenses } = await licenseState(services)
  const active = licenses.find(({ isActive }) => isActive)
  return {
    type: active?.type ?? noLicense,
    validThrough: active === undefined ? '' : wireDate(active.validThrough),
    licensedTo: active?.licensedTo ?? '',
  }
}

export async function wireLicenses(services: Services) {
  const { licenses } = await licenseState(services)
  return {
    licenses: licenses.map(({ id, type, validThrough, licensedTo, state, isActive }) => ({
      type: type ?? noLicense,
      validThrough: wireDate(validThrough),
      licensedTo,
      licenseHash: id,
      nodeId: isActive ? services.registry.nodeId : 'Not in use',
      expired: state === 'expired',
    })),
  }
}

const wireDay = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})
const wireDate = (day: string | null) => wireDay.format(new Date(day ?? '2099-12-31'))
