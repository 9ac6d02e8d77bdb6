// Which tokens of the build platform become which of ours, in the order in which they are tried.
import { type IdentityMapping, oidcExchange } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { message } from '../../../lib/messages.ts'
import { notify } from '../../../lib/notices.ts'
import { query, useMutation } from '../../../lib/query.ts'
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx'
import { FormSection } from '../../../shared/form-section.tsx'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { DeleteIcon, EditIcon, PlusIcon } from '../../../ui/icons.ts'
import { Notice } from '../../../ui/notice.tsx'
import { SimpleTable } from '../../../ui/simple-table.tsx'
import { type PanelProps, textOf } from '../kind.ts'
import shared from '../providers.module.css'
import styles from './oidc.module.css'

const MappingDialog = lazyPart(() => import('./mapping-dialog.tsx'), 'MappingDialog')

type Open = { kind: 'edit' | 'remove'; mapping: IdentityMapping } | { kind: 'new' } | undefined

export function Mappings({ saved }: PanelProps) {
  const provider = textOf(saved?.['name'])
  const [open, setOpen] = useState<Open>(undefined)
  const list = useQuery({
    ...query(oidcExchange.listMappings, { params: { name: provider } }),
    enabled: provider !== '',
  })
  const rows = list.data ?? []
  const close = () => setOpen(undefined)
  return (
    <FormSection
      title={message('providers.identityMappings')}
      text={message('providers.identityMappingsText')}
      aside={
        provider === '' ? undefined : (
          <Button size={28} icon={PlusIcon} onClick={() => setOpen({ kind: 'new' })}>
            {message('providers.addIdentityMapping')}
          </Button>
        )
      }
    >
      {provider === '' ? <p className={shared['muted']}>{message('providers.oidcSaveFirst')}</p> : null}
      {list.error === null ? null : <Notice look="error">{list.error.message}</Notice>}
      {list.data?.length === 0 ? (
        <p className={shared['muted']}>{message('providers.noIdentityMappings')}</p>
      ) : null}
      {rows.length === 0 ? null : (
        <SimpleTable
          label={message('providers.identityMappings')}
          rows={rows}
          rowKey={({ name }) => name}
          columns={columnsFor(setOpen)}
        />
      )}
      <Suspense fallback={null}>
        {open?.kind === 'new' || open?.kind === 'edit' ? (
          <MappingDialog
            provider={provider}
            saved={open.kind === 'edit' ? open.mapping : undefined}
            nextPriority={Math.max(0, ...rows.map(({ priority }) => priority)) + 1}
            onClose={close}
          />
        ) : null}
      </Suspense>
      {open?.kind === 'remove' ? (
        <RemoveDialog provider={provider} name={open.mapping.name} onClose={close} />
      ) : null}
    </FormSection>
  )
}

const columnsFor = (onOpen: (open: Open) => void) => [
  { header: message('providers.priority'), cell: ({ priority }: IdentityMapping) => priority },
  {
    header: message('providers.name'),
    cell: ({ name, description }: IdentityMapping) => <strong title={description}>{name}</strong>,
  },
  {
    header: message('providers.claims'),
    cell: ({ claims }: IdentityMapping) => (
      <ul className={styles['claims']}>
        {Object.entries(claims).map(([claim, values]) => (
          <li key={claim}>
            <code>{`${claim} = ${[values].flat().join(' | ')}`}</code>
          </li>
        ))}
      </ul>
    ),
  },
  {
    header: message('providers.tokenFor'),
    cell: ({ token_spec: { username, username_pattern } }: IdentityMapping) =>
      username === '' ? <code>{username_pattern === '' ? '{{sub}}' : username_pattern}</code> : username,
  },
  {
    header: message('providers.actions'),
    cell: (mapping: IdentityMapping) => (
      <span className={styles['buttons']}>
        <IconButton
          icon={EditIcon}
          size={28}
          label={message('providers.editWhat', { name: mapping.name })}
          onClick={() => onOpen({ kind: 'edit', mapping })}
        />
        <IconButton
          icon={DeleteIcon}
          size={28}
          label={message('providers.removeWhat', { name: mapping.name })}
          onClick={() => onOpen({ kind: 'remove', mapping })}
        />
      </span>
    ),
  },
]

function RemoveDialog({ provider, name, onClose }: { provider: string; name: string; onClose: () => void }) {
  const remove = useMutation(oidcExchange.removeMapping, { refresh: [oidcExchange.listMappings] })
  const done = () => {
    notify('success', message('providers.removed', { name }))
    onClose()
  }
  return (
    <ConfirmDialog
      title={message('providers.removeTitle', { name })}
      action={message('providers.remove')}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ params: { name: provider, mapping: name } }, { onSuccess: done })}
      onClose={onClose}
    >
      {message('providers.removeMappingText')}
    </ConfirmDialog>
  )
}
