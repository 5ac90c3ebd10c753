import { fileURLToPath } from 'node:url'
import { AppViews } from '../offers/apps/app-views.ts'

const file = fileURLToPath(new URL('../../app/page/app.html', import.meta.url))

/** The views for programs that show any, as the build has made them. */
export function openAppViews(): AppViews {
  return new AppViews(file)
}
