import { cache } from 'react'
import { currentIdentity } from '@/app/_server/identity'
import { getRuntime } from '@/app/_server/runtime'
import type { Status } from '@/lib/runtime'

/** The status as this reader may know it, asked once per page. */
export const loadStatus = cache(async (): Promise<Status> => getRuntime().status(await currentIdentity()))
