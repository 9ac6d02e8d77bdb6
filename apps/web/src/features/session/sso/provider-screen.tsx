import { useParams } from '@tanstack/react-router'
import { message } from '../../../lib/messages.ts'
import { lastMethod, type Provider } from '../last-method.ts'
import { loadLoginState } from '../load-login-state.ts'
import { loginState } from '../login-state.ts'
import { providersOf } from '../sign-in/providers-of.ts'
import { ProgressCard } from './progress-card.tsx'

/** Leads to a provider by its kind or its name, for links in portals and bookmarks. */
export function ProviderScreen() {
  const { type = '' } = useParams({ strict: false }) as { type?: string } // the route has it
  const start = async () => {
    await loadLoginState()
    const provider = findProvider(providersOf({ ...loginState.get(), areProvidersHidden: false }), type)
    if (provider === undefined) throw new Error(message('account.noProvider', { type }))
    lastMethod.set(provider.method)
    location.assign(provider.url)
  }
  return <ProgressCard run={start} />
}

export function findProvider(providers: Provider[], type: string): Provider | undefined {
  const wanted = type.toLowerCase()
  const isWanted = ({ method, icon }: Provider) =>
    method.toLowerCase() === wanted || method.toLowerCase().split('/').includes(wanted) || icon === wanted
  return providers.find(isWanted)
}
