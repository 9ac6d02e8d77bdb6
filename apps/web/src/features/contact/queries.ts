import { contact } from '@bindery/contracts'
import { pages, query, useMutation } from '../../lib/query.ts'

export const requestPages = pages(contact.list, { query: {} })
export const contactTarget = query(contact.target, {})

const list = [contact.list]

export const useSendRequest = () => useMutation(contact.send, { refresh: list })
export const useRetryRequest = () => useMutation(contact.retry, { refresh: list })
export const useRemoveRequest = () => useMutation(contact.remove, { refresh: list })
