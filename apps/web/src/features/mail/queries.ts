import { audit, mail } from '@bindery/contracts'
import { query, useMutation } from '../../lib/query.ts'

export const mailSettings = query(mail.get, {})
export const useSaveMail = () => useMutation(mail.save, { refresh: [mail.get, audit.list] })
export const useTestMail = () => useMutation(mail.test)
