// All texts that people read, by id. `spec` holds the wordings that are prescribed letter by letter.
import errors from './errors.en.json'
import packages from './packages.en.json'
import repositories from './repositories.en.json'
import session from './session.en.json'
import shared from './shared.en.json'
import shell from './shell.en.json'
import spec from './spec.en.json'

export const catalogue = { ...shared, ...shell, ...session, ...packages, ...repositories, ...errors, ...spec }

export type MessageId = keyof typeof catalogue
