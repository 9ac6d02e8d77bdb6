// Keeps the focus inside its child, beginning at what is marked `data-autofocus`.
export { FocusTrap } from '@mantine/core'
