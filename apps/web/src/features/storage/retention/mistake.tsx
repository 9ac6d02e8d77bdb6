import { Notice } from '../../../ui/notice.tsx'

export const Mistake = ({ text }: { text: string | undefined }) =>
  text === undefined ? null : (
    <Notice look="error" isUrgent>
      {text}
    </Notice>
  )
