import { h, render } from 'preact'
import { Door } from './door.ts'
import { applyTheme } from './state/theme.ts'

applyTheme()
const root = document.getElementById('page')
if (root !== null) render(h(Door, {}), root)
