import localFont from 'next/font/local'

/** The product's words. Latin is loaded first; the fallback has its measures, so nothing moves when it arrives. */
export const sans = localFont({
  src: [{ path: '../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2', weight: '100 900', style: 'normal' }],
  variable: '--font-sans-latin',
  adjustFontFallback: 'Arial',
  display: 'swap',
})

/** The author's words. */
export const serif = localFont({
  src: [{ path: '../node_modules/@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2', weight: '200 900', style: 'normal' }],
  variable: '--font-serif-latin',
  adjustFontFallback: 'Times New Roman',
  display: 'swap',
})

// What the packages' unicode.json calls latin-ext: letters of most European languages, fetched when a page has them.
export const sansExtended = localFont({
  src: [{ path: '../node_modules/@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2', weight: '100 900', style: 'normal' }],
  variable: '--font-sans-extended',
  declarations: [{ prop: 'unicode-range', value: 'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF' }],
  adjustFontFallback: false,
  preload: false,
  display: 'swap',
})

export const serifExtended = localFont({
  src: [{ path: '../node_modules/@fontsource-variable/source-serif-4/files/source-serif-4-latin-ext-wght-normal.woff2', weight: '200 900', style: 'normal' }],
  variable: '--font-serif-extended',
  declarations: [{ prop: 'unicode-range', value: 'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF' }],
  adjustFontFallback: false,
  preload: false,
  display: 'swap',
})
