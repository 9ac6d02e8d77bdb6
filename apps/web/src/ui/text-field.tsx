import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import { describedBy, Field, type FieldTexts } from './field.tsx'
import styles from './field.module.css'

export interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement>, FieldTexts {
  /** A sign at the start of the line. */
  leftSection?: ReactNode
  /** A button at the end of the line. */
  rightSection?: ReactNode
  ref?: Ref<HTMLInputElement> | undefined
}

/** A labelled line of text, with help below and the mistake in its place when there is one. */
export function TextField(props: TextFieldProps) {
  const { label, description, error, leftSection, rightSection, className, id: given, ...input } = props
  const own = useId()
  const id = given ?? own
  return (
    <Field {...{ id, label, description, error, className }} isRequired={input.required}>
      <div
        className={styles['wrapper']}
        data-with-right-section={rightSection === undefined ? undefined : true}
      >
        {leftSection === undefined ? null : (
          <div className={styles['section']} data-position="left">
            {leftSection}
          </div>
        )}
        <input
          type="text"
          {...input}
          {...describedBy(id, props, input['aria-describedby'])}
          id={id}
          className={styles['input']}
        />
        {rightSection === undefined ? null : <div className={styles['section']}>{rightSection}</div>}
      </div>
    </Field>
  )
}
