'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

interface RefreshProps {
  readonly everyMs: number
}

/** Renders the page again on the server every so often, while it is in sight. */
export function Refresh({ everyMs }: RefreshProps) {
  const router = useRouter()
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) router.refresh()
    }, everyMs)
    return () => {
      clearInterval(timer)
    }
  }, [router, everyMs])
  return null
}
