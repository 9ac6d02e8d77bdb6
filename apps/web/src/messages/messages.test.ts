import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { partsOf } from '../lib/messages.ts'
import { areaTexts, catalogue, loadTexts } from './index.ts'
import spec from './spec.en.json'

const source = fileURLToPath(new URL('..', import.meta.url))

beforeAll(() => loadTexts(Object.values(areaTexts)))

test('every text of the catalogue is used somewhere', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  )
  const code = files.map((name) => readFileSync(join(source, name), 'utf8')).join('\n')
  const unused = Object.keys(catalogue).filter((id) => !code.includes(`'${id}'`))
  expect(unused).toEqual([])
})

test('no id is given twice: the later text would silently stand in the place of the earlier', () => {
  const folder = join(source, 'messages')
  const ids = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => [...readFileSync(join(folder, name), 'utf8').matchAll(/^ {2}"([^"]+)":/gm)])
    .map(([, id]) => id)
  expect(ids.length).toBeGreaterThan(Object.keys(catalogue).length - 1)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})

test('the prescribed texts are letter by letter what the specification says', () => {
  expect(Object.values(spec)).toEqual([
    'Application',
    'Administration',
    'Project Settings',
    'Project key must start with a lowercase character',
    'Failed to create a project.',
    'Calculating the storage cache for the first time...',
    'Calculating...',
    'Logout',
    'Keyboard Shortcuts',
    'This field is mandatory',
    'Enter a valid URL',
    'Name can only contain alphanumeric characters, dashes and periods',
    'something went wrong',
    "Email wasn't sent",
    'Failed to reset the password',
    'Failed to change password',
    'You are not authorized to view this page.',
    'Find your packages using the Search Bar',
    'No packages found, please refine your search criteria',
    'Only semver release versions will be shown',
    'Oops!',
    'Something went wrong',
    'See more details',
    'You cannot use this option in read-only mode.',
    'You have reached your monthly quota for Data Transfer',
    'UPGRADE',
    'Migration process is currently running due to an upgrade, you may see partial search results until the process is complete.',
    'File should have an extension of .json',
    'File size should be less than',
    'Platform Configurations',
    'Platform Management',
    'General Settings',
    'Licenses',
    'An unexpected error has occurred and your request could not be completed. Please try again and in case this problem persists contact your system administrator.',
    'Learn more',
    'Projects',
    'Environments',
    'User Management',
    'User Authentication',
    'Platform Security',
    'Platform Management',
    'Platform Monitoring',
    'Getting Started',
    'Quick Repository Creation',
    'Set Me Up',
    'New Local Repository',
    'New Remote Repository',
    'New Virtual Repository',
    'New User',
    'New Group',
    'New Permission',
    'Switch to Classic UI',
    'Switch to New UI',
    'Navigation Tour',
    'Edit Profile',
    'Cloud Subscription and Usage',
    'Documentation',
    'Learning Center',
    'Contact Us',
    'First Name',
    'Last Name',
    'Country',
    'How Can We Help?',
    'Organization Email',
    'Optional Comment',
    'Request a demo',
    'Technical support',
    'Request trial extension',
    'Contact sales',
    'Thank you for your request, We will be in touch via email soon',
    'There was an issue with your request, Please try to submit your request again',
  ])
})

test('ERR-01: prescribed texts end with a period only where one is quoted, and in the notice of a migration', () => {
  const ended = Object.values(spec).filter((text) => /[^.]\.$/.test(text))
  expect(ended).toEqual([
    'Failed to create a project.',
    'You are not authorized to view this page.',
    'You cannot use this option in read-only mode.',
    'Migration process is currently running due to an upgrade, you may see partial search results until the process is complete.',
    'An unexpected error has occurred and your request could not be completed. Please try again and in case this problem persists contact your system administrator.',
  ])
})

test('every text is understood to its end: nobody reads the grammar of a plural', () => {
  const literal = Object.entries(catalogue).filter(([, text]) =>
    partsOf(text).some((part) => typeof part === 'string' && /, plural,|\{#/.test(part)),
  )
  expect(literal).toEqual([])
})

test('texts that we word ourselves have no exclamation marks', () => {
  const ours = Object.entries(catalogue).filter(([id]) => !id.startsWith('spec.'))
  expect(ours.filter(([, text]) => text.includes('!'))).toEqual([])
})
