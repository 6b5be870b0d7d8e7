import type { Metadata, Viewport } from 'next'
import type { ReactNode } from 'react'
import { Keyboard } from './_components/keyboard'
import { QuestionCheck } from './_components/question-check'
import { SubmitOnce } from './_components/submit-once'
import { sans, sansExtended, serif, serifExtended } from './fonts'
import './globals.css'

// Every page speaks of this reader and this moment.
export const dynamic = 'force-dynamic'

export const metadata: Metadata = {
  title: { default: 'K81R', template: '%s · K81R' },
  description: 'Evidence search over a person’s own notes.',
  robots: { index: false, follow: false },
}

export const viewport: Viewport = {
  colorScheme: 'light dark',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fbfaf7' },
    { media: '(prefers-color-scheme: dark)', color: '#161614' },
  ],
}

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en" className={[sans, sansExtended, serif, serifExtended].map((font) => font.variable).join(' ')}>
      <body>
        {children}
        <Keyboard />
        <QuestionCheck />
        <SubmitOnce />
      </body>
    </html>
  )
}
