import { message } from '../../lib/messages.ts'
import { NumberField } from '../../ui/number-field.tsx'
import { type Limited, limits } from './rules-draft.ts'

interface LimitedNumberProps {
  name: Limited
  label: string
  description?: string
  unit: string
  wrong: string[]
  value: number
  onChange: (value: number) => void
  disabled?: boolean
}

/** A number that the server takes within limits; says them when it is outside. */
export function LimitedNumber({ name, wrong, ...rest }: LimitedNumberProps) {
  const [min, max] = limits[name]
  return (
    <NumberField
      {...rest}
      name={name}
      min={min}
      max={max}
      error={wrong.includes(name) ? message('security.between', { min, max }) : undefined}
    />
  )
}
