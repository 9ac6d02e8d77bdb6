// Which client program somebody uses for a format: asked once by a click, remembered for all its packages.
import type { PackageSummary } from '@bindery/contracts'
import { createStoredStore } from '../../lib/store.ts'

type Install = PackageSummary['install'][number]

export const chosenClients = createStoredStore<Record<string, string>>('bindery.clients', {})

export function rememberedInstall(format: string, install: Install[]): Install | undefined {
  const chosen = chosenClients.get()[format]
  return install.find(({ client }) => client === chosen) ?? install[0]
}

export function rememberClient(format: string, client: string) {
  chosenClients.set({ ...chosenClients.get(), [format]: client })
}
