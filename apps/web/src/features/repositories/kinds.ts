import type { RepositoryKind } from '@bindery/contracts'
import { useRouterState } from '@tanstack/react-router'
import type { MessageId } from '../../lib/messages.ts'
import { type Icon, LocalIcon, RemoteIcon, VirtualIcon } from '../../ui/icons.ts'

/** Those that have a list and a form. A federated one is listed with the local ones. */
export const listedKinds = ['local', 'remote', 'virtual'] as const
export type ListedKind = (typeof listedKinds)[number]

export const kindTexts: Record<
  ListedKind,
  { icon: Icon; label: MessageId; text: MessageId; create: MessageId }
> = {
  local: {
    icon: LocalIcon,
    label: 'repositories.kindLocal',
    text: 'repository.localText',
    create: 'spec.newLocalRepository',
  },
  remote: {
    icon: RemoteIcon,
    label: 'repositories.kindRemote',
    text: 'repository.remoteText',
    create: 'spec.newRemoteRepository',
  },
  virtual: {
    icon: VirtualIcon,
    label: 'repositories.kindVirtual',
    text: 'repository.virtualText',
    create: 'spec.newVirtualRepository',
  },
}

export const kindLabel = (kind: RepositoryKind): MessageId =>
  kind === 'federated' ? 'repository.federated' : kindTexts[kind].label

export const listOf = (kind: RepositoryKind): ListedKind => (kind === 'federated' ? 'local' : kind)

/** `/admin/repositories/remote/…` is about remote ones; without a word, about local ones. */
export function useKind(): ListedKind {
  const parts = useRouterState({ select: ({ location }) => location.pathname })
  return listedKinds.find((kind) => parts.includes(`/repositories/${kind}`)) ?? 'local'
}

export const listPath = (kind: ListedKind) => `/admin/repositories/${kind}`
export const newPath = (kind: ListedKind) => `/admin/repositories/${kind}/new`
