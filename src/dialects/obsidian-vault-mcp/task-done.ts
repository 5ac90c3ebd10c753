import { completeTodo } from '../../tools/tasks/complete-todo.ts'
import { defineDialectTool } from '../define-dialect-tool.ts'
import { obsidianDialect as dialect } from './obsidian-dialect.ts'
import { setTask, taskInput, taskOutput } from './set-task.ts'

export const taskDone = defineDialectTool(dialect, {
  name: 'task_done',
  title: 'Complete a task',
  description: 'Mark the task on a line as done. Give its text, and it is found although lines have moved.',
  like: completeTodo,
  input: taskInput,
  output: taskOutput,
  run: async (input, vault, ctx) => await setTask(input, 'done', { vault, ctx }),
})
