import { message, type MessageId } from '../../lib/messages.ts'

export interface PasswordChange {
  user: string
  current: string
  next: string
  again: string
}

const shortest = 8

export function checkNewPassword(values: PasswordChange): Partial<Record<keyof PasswordChange, string>> {
  const { user, current, next, again } = values
  return {
    ...(user.trim() === '' ? { user: message('spec.mandatory') } : {}),
    ...(current === '' ? { current: message('spec.mandatory') } : {}),
    ...(next.length < shortest ? { next: message('session.tooShort') } : {}),
    ...(next !== '' && next === current ? { next: message('session.notDifferent') } : {}),
    ...(next === again ? {} : { again: message('session.notSame') }),
  }
}

/** The rules, ticked off while somebody types. */
export function policyOf({ current, next, again }: PasswordChange): { text: MessageId; isMet: boolean }[] {
  return [
    { text: 'session.policyLength', isMet: next.length >= shortest },
    { text: 'session.policyDifferent', isMet: next !== '' && current !== '' && next !== current },
    { text: 'session.policySame', isMet: next !== '' && next === again },
  ]
}
