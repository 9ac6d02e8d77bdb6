import { message } from '../../../lib/messages.ts'
import { CheckRow } from '../../../ui/check-row.tsx'
import { NumberField } from '../../../ui/number-field.tsx'

interface ScheduleFieldsProps {
  isOn: boolean
  onSwitch: (isOn: boolean) => void
  label: string
  unit: string
  every: number
  most: number
  onEvery: (every: number) => void
}

/** Whether a task runs by itself, and how often. */
export function ScheduleFields({ isOn, onSwitch, label, unit, every, most, onEvery }: ScheduleFieldsProps) {
  return (
    <>
      <CheckRow label={message('care.byItself')} checked={isOn} onChange={onSwitch} />
      <NumberField
        label={label}
        unit={unit}
        min={1}
        max={most}
        disabled={!isOn}
        value={every}
        onChange={onEvery}
      />
    </>
  )
}
