import Foundation
import ProgramTestKit
import StubServers
import Testing

extension WholeProgram {
    /// Signals to a run and to what it has started.
    @Suite struct SignalTests {
        @Test func sigquitEndsARunWithoutACrashReport() async throws {
            let play = try await Playground(photos: 3)
            try play.stub.apply(.fault(.init(route: "files/list_folder", delay: .seconds(30))))
            let run = try Program([
                "sync", "--json", "--library", play.path("library"), "--endpoint", play.endpoint,
            ])
            _ = try await run.line()
            run.send(SIGQUIT)
            let outcome = try await run.outcome()
            #expect(outcome.status == 131)
            #expect(outcome.errors.isEmpty, "\(outcome.errors)")
        }

        @Test func aRunUnderNohupOutlivesItsTerminal() async throws {
            let play = try await Playground(photos: 3)
            let gate = play.path("gate")
            _ = try await Shell.run("mkfifo \(gate)")
            let outcome = try await Shell.run(
                """
                trap '' HUP
                \(Program.path) sync --quiet --endpoint \(play.endpoint) \\
                    --library \(play.path("library")) --token-command 'kill -HUP $PPID; echo token'
                """)
            #expect(outcome.status == 0, "\(outcome.output)")
        }

        @Test(arguments: [
            "sleep 99; echo token", "sleep 99 | head -n 1", "(sleep 99; echo a) & sleep 99; echo b",
            "trap '' TERM; sleep 99; echo token",
        ])
        func aStoppedRunEndsTheTokenCommandAndItsChildren(_ line: String) async throws {
            let play = try await Playground()
            let started = play.path("started")
            _ = try await Shell.run("mkfifo \(started)")
            let program = try Program([
                "sync", "--library", play.path("library"), "--endpoint", play.endpoint, "--json",
                "--token-command", "echo $$ > \(started); \(line)",
            ])
            let group = try await Shell.run("cat \(started)").output.dropLast()
            program.send(SIGTERM)
            let outcome = try await program.outcome()
            #expect(outcome.status == 143, "\(outcome.errors)")
            #expect(outcome.output == #"{"event":"interrupted"}"# + "\n")
            let left = try await Shell.run(
                "ps -e -o pgid=,stat=,args= | awk '$1 == \(group) && $2 !~ /^Z/'")
            #expect(left.output.isEmpty, "\(left.output)")
        }

        @Test func aRunDoesNotWaitForAProcessThatHasLeftTheTokenCommandsGroup() async throws {
            let play = try await Playground()
            let (started, gate) = (play.path("started"), play.path("gate"))
            _ = try await Shell.run("mkfifo \(started) \(gate)")
            let outcome = try await Shell.run(
                """
                hold='echo > \(started); read line < \(gate)'
                \(Program.path) sync --json --library \(play.path("library")) \\
                    --endpoint \(play.endpoint) \\
                    --token-command "setsid sh -c '$hold'; echo token" \\
                    > \(play.path("output")) 2> /dev/null &
                cat \(started)
                kill -TERM $!
                wait $!
                echo $?
                echo > \(gate)
                cat \(play.path("output"))
                """)
            #expect(outcome.output == "\n143\n" + #"{"event":"interrupted"}"# + "\n")
        }

        /// Without the group of `photopark` the command would be stopped when it reads from the
        /// terminal.
        @Test(arguments: [("word-of-the-terminal\\n", 0), ("\\x03", 130)])
        func aTokenCommandInTheForegroundAsksOnTheTerminal(_ keys: String, _ code: Int32)
            async throws
        {
            let play = try await Playground(photos: 1, token: "word-of-the-terminal")
            let person = """
                import os, pty, signal, sys
                signal.alarm(60)
                program, terminal = pty.fork()
                if program == 0:
                    os.execv(sys.argv[1], sys.argv[1:])
                screen, answered = b"", False
                try:
                    while piece := os.read(terminal, 4096):
                        screen += piece
                        if b"Password:" in screen and not answered:
                            answered = os.write(terminal, b"\(keys)") > 0
                except OSError:
                    pass  # The end of a terminal whose last process has ended.
                sys.stdout.buffer.write(screen)
                sys.exit(os.waitstatus_to_exitcode(os.waitpid(program, 0)[1]))
                """
            let script = play.path("person.py")
            try Data(person.utf8).write(to: URL(filePath: script))
            let outcome = try await Shell.run(
                """
                ask='printf Password: > /dev/tty; read -r word < /dev/tty; echo $word'
                python3 \(script) \(Program.path) sync --library \(play.path("library")) \\
                    --endpoint \(play.endpoint) --token-command "$ask"
                """)
            #expect(outcome.status == code, "\(outcome.output)")
            #expect((play.requestCount > 0) == (code == 0))
        }
    }
}
