import { TextInput, type TextInputProps } from '@mantine/core'
import styles from './field.module.css'

const classNames = {
  root: styles['root'] ?? '',
  label: styles['label'] ?? '',
  required: styles['required'] ?? '',
  wrapper: styles['wrapper'] ?? '',
  input: styles['input'] ?? '',
  section: styles['section'] ?? '',
  description: styles['description'] ?? '',
  error: styles['error'] ?? '',
}

/** A labelled line of text, with help below and the mistake in its place when there is one. */
export function TextField(props: TextInputProps) {
  return <TextInput variant="unstyled" {...props} classNames={classNames} inputWrapperOrder={order} />
}

const order: NonNullable<TextInputProps['inputWrapperOrder']> = ['label', 'input', 'description', 'error']
