import { message } from '../../../lib/messages.ts'

const namePattern = /^[a-z0-9][a-z0-9._@-]{0,63}$/
const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

export function checkAccount({ userName, email }: { userName: string; email: string }): {
  userName?: string
  email?: string
} {
  return {
    ...(namePattern.test(userName.trim()) ? {} : { userName: message('account.nameRule') }),
    ...(userName.trim() === '' ? { userName: message('spec.mandatory') } : {}),
    ...(emailPattern.test(email.trim()) ? {} : { email: message('account.emailRule') }),
    ...(email.trim() === '' ? { email: message('spec.mandatory') } : {}),
  }
}
