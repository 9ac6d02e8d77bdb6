// The query cache, spoken in endpoints: the path of the endpoint and the input are the key.
import type { CallInput, Endpoint, Output, Shape } from '@bindery/contracts'
import {
  infiniteQueryOptions,
  MutationCache,
  QueryCache,
  QueryClient,
  queryOptions,
  useMutation as useCacheMutation,
} from '@tanstack/react-query'
import { call, CallError } from './call.ts'
import { checkReader } from './other-reader.ts'
import { suspectSessionEnd } from './session-end.ts'

export const cache = new QueryClient({
  queryCache: new QueryCache({ onError: watchSession }),
  mutationCache: new MutationCache({ onError: watchSession, onSettled: noteChange }),
  // `always`: a server on this machine answers also when the browser believes to be offline.
  defaultOptions: {
    queries: {
      staleTime: 2000,
      retry: shouldRetry,
      retryDelay: 800,
      refetchOnWindowFocus: false,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

export const query = <S extends Shape>(endpoint: Endpoint<S>, input: CallInput<S>) =>
  queryOptions({
    queryKey: [endpoint.path, input],
    queryFn: ({ signal }) => call(endpoint, input, signal).then(orNull),
  })

/** What is no call of the API, and is loaded anew whenever its screen is opened. */
export const freshly = <T>(name: string, load: () => Promise<T>) =>
  queryOptions({ queryKey: [name], queryFn: load, retry: false, gcTime: 0 })

/** A list that is read page by page, each asked with the cursor of the one before. */
export const pages = <S extends Shape>(endpoint: Endpoint<S>, input: CallInput<S>) =>
  infiniteQueryOptions({
    queryKey: [endpoint.path, 'pages', input] as readonly unknown[], // one type for all inputs of an endpoint
    queryFn: ({ pageParam, signal }) => call(endpoint, withCursor(input, pageParam), signal),
    initialPageParam: null as string | null, // widens the type; there is no cursor before the first page
    getNextPageParam: (last) => cursorOf(last),
  })

let lastChangeAt = -Infinity
const pageFollows = 1000

/** Whether this page is changing something, or has only just done so and may be on its way elsewhere. */
export const isChanging = () => cache.isMutating() > 0 || performance.now() - lastChangeAt < pageFollows

function noteChange() {
  lastChangeAt = performance.now()
}

interface MutationOptions<S extends Shape> {
  /** Endpoints whose answers are stale afterwards. */
  refresh?: Endpoint[]
  onSuccess?: (answer: Output<S>, input: CallInput<S>) => void
  onError?: (error: CallError) => void
}

export function useMutation<S extends Shape>(endpoint: Endpoint<S>, options: MutationOptions<S> = {}) {
  return useCacheMutation<Output<S>, CallError, CallInput<S>>({
    mutationFn: (input) => call(endpoint, input),
    onSuccess: async (answer, input) => {
      await Promise.all(
        (options.refresh ?? []).map(({ path }) => cache.invalidateQueries({ queryKey: [path] })),
      )
      options.onSuccess?.(answer, input)
    },
    onError: (error) => options.onError?.(error),
  })
}

// The cache refuses `undefined`, which is what a call without an answer gives.
function orNull<T>(answer: T): T {
  return answer === undefined ? (null as T) : answer
}

function withCursor<I>(input: I, after: string | null): I {
  if (after === null) return input
  const { query: before } = input as { query?: object } // every paged endpoint takes PageQuery
  return { ...input, query: { ...before, after } }
}

function cursorOf(page: unknown): string | null {
  const { hasNextPage, endCursor } = page as { hasNextPage: boolean; endCursor: string | null } // pageOf()
  return hasNextPage ? endCursor : null
}

function shouldRetry(failures: number, error: Error) {
  const isRefusal = error instanceof CallError && error.status >= 400 && error.status < 500
  return !isRefusal && failures < 2
}

function watchSession(error: Error) {
  if (!(error instanceof CallError)) return
  if (error.status === 401) void suspectSessionEnd()
  if (error.code === 'reader-changed') void checkReader()
}
