-- Edits the definitions that CASES lists (as JSON) one after the other with the language server in FLOWGLOT, and writes what it answers to RESULT.
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

local function position(p) return (p.line + 1) .. ":" .. (p.character + 1) end

-- editing has what is done with one definition.
local function editing(id, case)
  vim.o.hidden = true
  vim.cmd("edit! " .. case.file)
  local buffer = vim.api.nvim_get_current_buf()
  vim.lsp.buf_attach_client(buffer, id)

  local function lines() return vim.api.nvim_buf_get_lines(buffer, 0, -1, true) end

  -- find returns where a text is, as a position of the protocol; more moves it to the right.
  local function find(text, more)
    for i, line in ipairs(lines()) do
      local at = line:find(text, 1, true)
      if at then
        local _, character = vim.str_utfindex(line, at - 1 + (more or 0))
        return { line = i - 1, character = character }, at - 1 + (more or 0)
      end
    end
    error(text .. " is not in " .. case.file)
  end

  local function findings(want)
    await(function() return #vim.diagnostic.get(buffer) == want end)
    local all = vim.diagnostic.get(buffer)
    table.sort(all, function(a, b) return a.lnum < b.lnum end)
    note("findings", tostring(#all))
    for _, d in ipairs(all) do
      note(" ", (d.lnum + 1) .. ":" .. (d.col + 1), d.code, d.message)
    end
  end

  local function ask(method, at, extra)
    local params = { textDocument = { uri = vim.uri_from_bufnr(buffer) }, position = at }
    for key, value in pairs(extra or {}) do params[key] = value end
    local answers = vim.lsp.buf_request_sync(buffer, method, params, patience)
    assert(answers and answers[id], method .. " is not answered")
    assert(not answers[id].err, method .. ": " .. vim.inspect(answers[id].err))
    return answers[id].result
  end

  local function places(found)
    local out = {}
    for _, x in ipairs(found) do table.insert(out, position(x.range.start)) end
    table.sort(out)
    return table.concat(out, ",")
  end

  local function changed(before)
    for i, line in ipairs(lines()) do
      if line ~= before[i] then note("  " .. i .. ":", vim.trim(line)) end
    end
  end

  note("# " .. vim.fn.fnamemodify(case.file, ":t"))
  findings(1)
  local wrong = find(case.wrong)
  local actions = ask("textDocument/codeAction", wrong, { range = { start = wrong, ["end"] = wrong }, context = { diagnostics = {} } })
  if #actions == 0 then
    note("no action")
    local _, column = find(case.wrong)
    vim.api.nvim_buf_set_text(buffer, wrong.line, column, wrong.line, column + #case.wrong, { case.right })
  else
    note("action", actions[1].title)
    vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
  end
  findings(0)

  local use = find(case.use, case.into)
  note("definition", places(ask("textDocument/definition", use)))
  note("references", places(ask("textDocument/references", use, { context = { includeDeclaration = true } })))
  local hover = ask("textDocument/hover", use)
  note("hover", hover and (hover.contents.value:gsub("\n.*", "")) or "nothing")

  local names = {}
  local function collect(all)
    for _, x in ipairs(all) do
      table.insert(names, x.name)
      if type(x.children) == "table" then collect(x.children) end
    end
  end
  collect(ask("textDocument/documentSymbol"))
  note("symbols", table.concat(names, ","))

  local before = lines()
  note("rename")
  vim.lsp.util.apply_workspace_edit(ask("textDocument/rename", use, { newName = case.name }), "utf-16")
  changed(before)
  findings(0)

  local typed, column = find(case.complete, case.from)
  local rest = lines()[typed.line + 1]:sub(column + 1)
  local token = rest:match("^[%w-]+")
  vim.api.nvim_buf_set_text(buffer, typed.line, column, typed.line, column + #token, { "" })
  local labels = {}
  for _, item in ipairs(ask("textDocument/completion", typed)) do table.insert(labels, item.label) end
  table.sort(labels)
  note("completion", table.concat(labels, ","))
  vim.api.nvim_buf_set_text(buffer, typed.line, column, typed.line, column, { token })
  findings(0)

  before = lines()
  note("formatting")
  vim.lsp.util.apply_text_edits(ask("textDocument/formatting", nil, { options = { tabSize = 2, insertSpaces = true } }), buffer, "utf-16")
  changed(before)
  findings(0)

  local picture = vim.lsp.buf_request_sync(buffer, "workspace/executeCommand",
    { command = "flowglot.drawing", arguments = { vim.uri_from_bufnr(buffer) } }, patience)
  note("drawing", picture[id].result and picture[id].result:sub(1, 4) or vim.inspect(picture[id]))
end

local function drive()
  local id = vim.lsp.start_client({ name = "flowglot", cmd = { os.getenv("FLOWGLOT"), "lsp" }, root_dir = vim.fn.getcwd() })
  assert(id, "the server does not start")
  local input = assert(io.open(os.getenv("CASES")))
  local cases = vim.json.decode(input:read("*a"))
  input:close()
  for _, case in ipairs(cases) do
    local ok, message = xpcall(editing, debug.traceback, id, case)
    if not ok then note("error", tostring(message)) end
  end
  vim.cmd("silent! bwipeout!")
  vim.lsp.stop_client(id)
  note("stopped", tostring(await(function() return vim.lsp.client_is_stopped(id) end)))
end

local ok, message = xpcall(drive, debug.traceback)
if not ok then note("error", tostring(message)) end
finish(ok and 0 or 1)
