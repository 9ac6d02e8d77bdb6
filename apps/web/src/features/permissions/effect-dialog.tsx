import type { Output, permissions } from '@bindery/contracts'
import { message } from '../../lib/messages.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { DownIcon, UpIcon } from '../../ui/icons.ts'
import styles from './permission-editor.module.css'

type Effects = Output<(typeof permissions)['preview']['shape']>['effects']

interface EffectDialogProps {
  name: string
  effects: Effects
  isBusy: boolean
  error: Error | null
  onConfirm: () => void
  onClose: () => void
}

/** What saving changes for people, before it does. */
export function EffectDialog({ name, effects, ...rest }: EffectDialogProps) {
  const isLosing = effects.some(({ direction }) => direction === 'lose')
  return (
    <ConfirmDialog
      {...rest}
      title={message('permissions.effectTitle', { name })}
      action={message('permissions.savePermission')}
      isDanger={isLosing}
    >
      {effects.length === 0 ? <p>{message('permissions.noEffect')}</p> : null}
      <ul className={styles['effects']}>
        {effects.map(({ direction, sentence }) => {
          const Glyph = direction === 'gain' ? UpIcon : DownIcon
          return (
            <li key={sentence} className={styles['effect']} data-look={direction}>
              <Glyph size="1rem" stroke={1.75} aria-hidden="true" />
              {sentence}
            </li>
          )
        })}
      </ul>
    </ConfirmDialog>
  )
}
