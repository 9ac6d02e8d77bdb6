import { type Ref, type TextareaHTMLAttributes, useId } from 'react'
import { cx } from './cx.ts'
import { describedBy, Field, type FieldTexts } from './field.tsx'
import styles from './field.module.css'

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement>, FieldTexts {
  ref?: Ref<HTMLTextAreaElement> | undefined
}

/** Several lines of text; otherwise a text field. */
export function TextArea(props: TextAreaProps) {
  const { label, description, error, className, id: given, ...area } = props
  const own = useId()
  const id = given ?? own
  return (
    <Field {...{ id, label, description, error, className }} isRequired={area.required}>
      <textarea
        {...area}
        {...describedBy(id, props, area['aria-describedby'])}
        id={id}
        className={cx(styles['input'], styles['area'])}
      />
    </Field>
  )
}
