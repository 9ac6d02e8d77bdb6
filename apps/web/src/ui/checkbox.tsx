import { Checkbox as KitCheckbox, type CheckboxProps } from '@mantine/core'
import styles from './checkbox.module.css'

const classNames = {
  root: styles['root'] ?? '',
  body: styles['body'] ?? '',
  inner: styles['inner'] ?? '',
  input: styles['input'] ?? '',
  icon: styles['icon'] ?? '',
  label: styles['label'] ?? '',
}

export function Checkbox(props: CheckboxProps) {
  return <KitCheckbox {...props} classNames={classNames} />
}
