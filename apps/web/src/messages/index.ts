// All texts that people read, by id. `spec` holds the wordings that are prescribed letter by letter.
// What an area says comes with its screens (`areaTexts`), so that the first load does not grow with the number of screens.
import errors from './errors.en.json'
import packages from './packages.en.json'
import repositories from './repositories.en.json'
import session from './session.en.json'
import shared from './shared.en.json'
import shell from './shell.en.json'
import spec from './spec.en.json'

const firstTexts = { ...shared, ...shell, ...session, ...packages, ...repositories, ...errors, ...spec }

export const areaTexts = {
  builds: () => import('./builds.en.json'),
  account: () => import('./account.en.json'),
  artifacts: () => import('./artifacts.en.json'),
  audit: () => import('./audit.en.json'),
  general: () => import('./general.en.json'),
  licenses: () => import('./licenses.en.json'),
  settings: () => import('./settings.en.json'),
  demo: () => import('./demo.en.json'),
  later: () => import('./later.en.json'),
  network: () => import('./network.en.json'),
  storage: () => import('./storage.en.json'),
  monitoring: () => import('./monitoring.en.json'),
  contact: () => import('./contact.en.json'),
  frame: () => import('./frame.en.json'),
  quickSetup: () => import('./quick-setup.en.json'),
  learning: () => import('./learning.en.json'),
  palette: () => import('./palette.en.json'),
  setMeUp: () => import('./set-me-up.en.json'),
  tour: () => import('./tour.en.json'),
  overview: () => import('./overview.en.json'),
  people: () => import('./people.en.json'),
  permissions: () => import('./permissions.en.json'),
  providers: () => import('./providers.en.json'),
  security: () => import('./security.en.json'),
  teasers: () => import('./teasers.en.json'),
  template: () => import('./template.en.json'),
  tokens: () => import('./tokens.en.json'),
  projects: () => import('./projects.en.json'),
  repository: () => import('./repository.en.json'),
  profile: () => import('./profile.en.json'),
}

type Loaded = Awaited<ReturnType<(typeof areaTexts)[keyof typeof areaTexts]>>
type Keys<T> = T extends unknown ? keyof T : never

export type MessageId = keyof typeof firstTexts | Keys<Loaded['default']>

// Complete once the areas in use are loaded; a screen is opened after the texts of its area.
export const catalogue = { ...firstTexts } as Record<MessageId, string>

export async function loadTexts(areas: (() => Promise<{ default: Partial<Record<MessageId, string>> }>)[]) {
  const loaded = await Promise.all(areas.map((load) => load()))
  for (const texts of loaded) Object.assign(catalogue, texts.default)
}
