import { type FormatInfo, frame } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../lib/query.ts'

// Formats come with the release of the server: asked once.
const formatList = { ...query(frame.packageTypes, {}), staleTime: Number.POSITIVE_INFINITY }

export const useFormats = (): FormatInfo[] => useQuery(formatList).data ?? none

export const useFormat = (id: string): FormatInfo | undefined =>
  useFormats().find((format) => format.id === id)

const none: FormatInfo[] = []
