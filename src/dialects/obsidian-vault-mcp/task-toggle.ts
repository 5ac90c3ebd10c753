import { completeTodo } from '../../tools/tasks/complete-todo.ts'
import { defineDialectTool } from '../define-dialect-tool.ts'
import { obsidianDialect as dialect } from './obsidian-dialect.ts'
import { setTask, taskInput, taskOutput } from './set-task.ts'

export const taskToggle = defineDialectTool(dialect, {
  name: 'task_toggle',
  title: 'Toggle a task',
  description: 'Mark the task on a line as done, or as open where it is done.',
  like: completeTodo,
  input: taskInput,
  output: taskOutput,
  run: async (input, vault, ctx) => await setTask(input, 'toggle', { vault, ctx }),
})
