-- Opens a definition with the language server in FLOWGLOT, and writes what the server answers to RESULT, one line for each question.
local result = {}
local function note(...) table.insert(result, table.concat({ ... }, " ")) end

-- How long an answer may take, in ms: far longer than it takes. Once one is missing the test has failed, and the other waits are short.
local patience = 240000
local function await(condition)
  local met = vim.wait(patience, condition, 20)
  if not met then patience = 1000 end
  return met
end

local function finish(code)
  local out = assert(io.open(os.getenv("RESULT"), "w"))
  out:write(table.concat(result, "\n") .. "\n")
  out:close()
  vim.cmd(code == 0 and "qall!" or "cquit!")
end

local function drive()
  vim.cmd("edit " .. os.getenv("DEFINITION"))
  local buffer = vim.api.nvim_get_current_buf()
  local id = vim.lsp.start_client({ name = "flowglot", cmd = { os.getenv("FLOWGLOT"), "lsp" }, root_dir = vim.fn.getcwd() })
  assert(id, "the server does not start")
  vim.lsp.buf_attach_client(buffer, id)

  local function findings(want)
    await(function() return #vim.diagnostic.get(buffer) == want end)
    local all = vim.diagnostic.get(buffer)
    table.sort(all, function(a, b) return a.lnum < b.lnum end)
    note("findings", tostring(#all))
    for _, d in ipairs(all) do
      note(" ", (d.lnum + 1) .. ":" .. (d.col + 1), d.code, d.message)
    end
  end

  local function ask(method, line, column, extra)
    local params = { textDocument = { uri = vim.uri_from_bufnr(buffer) }, position = { line = line - 1, character = column - 1 } }
    for key, value in pairs(extra or {}) do params[key] = value end
    local answers = vim.lsp.buf_request_sync(buffer, method, params, patience)
    assert(answers and answers[id], method .. " is not answered")
    assert(not answers[id].err, vim.inspect(answers[id].err))
    return answers[id].result
  end

  findings(1)

  local place = { line = 3, character = 44 }
  local actions = ask("textDocument/codeAction", 4, 45, { range = { start = place, ["end"] = place }, context = { diagnostics = {} } })
  note("action", actions[1].title)
  vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
  findings(0)
  note("line", vim.api.nvim_buf_get_lines(buffer, 3, 4, true)[1])

  local definition = ask("textDocument/definition", 4, 46)
  note("definition", tostring(definition[1].range.start.line + 1))
  note("references", tostring(#ask("textDocument/references", 4, 46, { context = { includeDeclaration = true } })))
  note("symbols", tostring(#ask("textDocument/documentSymbol", 1, 1)))

  local hover = ask("textDocument/hover", 4, 46)
  note("hover", (hover.contents.value:gsub("\n.*", "")))

  vim.lsp.util.apply_workspace_edit(ask("textDocument/rename", 4, 46, { newName = "Send" }), "utf-16")
  note("line", vim.api.nvim_buf_get_lines(buffer, 3, 4, true)[1])
  note("line", vim.api.nvim_buf_get_lines(buffer, 4, 5, true)[1])

  local from = vim.api.nvim_buf_get_lines(buffer, 4, 5, true)[1]:find('"Pass"', 1, true)
  vim.api.nvim_buf_set_text(buffer, 4, from, 4, from + 4, { "" })
  findings(1)
  local labels = {}
  for _, item in ipairs(ask("textDocument/completion", 5, from + 1)) do
    table.insert(labels, item.label)
  end
  table.sort(labels)
  note("completion", table.concat(labels, ","))
  vim.api.nvim_buf_set_text(buffer, 4, from, 4, from, { "Pass" })
  findings(0)

  vim.lsp.util.apply_text_edits(ask("textDocument/formatting", 1, 1, { options = { tabSize = 2, insertSpaces = true } }), buffer, "utf-16")
  note("line", vim.api.nvim_buf_get_lines(buffer, 1, 2, true)[1])

  local picture = vim.lsp.buf_request_sync(buffer, "workspace/executeCommand",
    { command = "flowglot.drawing", arguments = { vim.uri_from_bufnr(buffer) } }, patience)
  note("drawing", picture[id].result:sub(1, 4))
  vim.lsp.stop_client(id)
  note("stopped", tostring(await(function() return vim.lsp.client_is_stopped(id) end)))
end

local ok, message = xpcall(drive, debug.traceback)
if not ok then note("error", tostring(message)) end
finish(ok and 0 or 1)
