/** What more than one part of the desk asks for, and how fresh it must be. */
import { deskSessions, getDeskConversation, listColleagues } from '@kapao/contract/desk'
import type { Staff } from '@kapao/contract/desk-call'
import { listCanned } from '@kapao/contract/desk-tools'
import { queryOptions } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { ask } from './http.ts'

/** Who is here. */
export const meKey = ['me']
export const inboxKey = ['inbox']
export const conversationKey = (conversationId: string) => ['conversation', conversationId]

/** The line keeps it fresh; asking for it is written into the audit. */
export const conversationQuery = (conversationId: string) =>
  queryOptions({
    queryKey: conversationKey(conversationId),
    queryFn: ({ signal }) => ask(getDeskConversation, { params: { conversationId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The socket says when one was ended or rated. */
export const sessionsQuery = (conversationId: string) =>
  queryOptions({
    queryKey: ['sessions', conversationId],
    queryFn: ({ signal }) => ask(deskSessions, { params: { conversationId }, signal }),
    staleTime: 5 * 60_000,
  })

export const colleaguesQuery = queryOptions({
  queryKey: ['colleagues'],
  queryFn: ({ signal }) => ask(listColleagues, { signal }),
  staleTime: 60_000,
})

/** The socket says when it has changed. */
export const cannedQuery = queryOptions({
  queryKey: ['canned'],
  queryFn: ({ signal }) => ask(listCanned, { signal }),
  staleTime: 5 * 60_000,
})

const MeContext = createContext<Staff | null>(null)
export const MeProvider = MeContext.Provider

/** Who is logged in. Only for what is drawn inside the desk. */
export function useMe(): Staff {
  const me = useContext(MeContext)
  if (me === null) throw new Error('nobody is logged in here')
  return me
}
